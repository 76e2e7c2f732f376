"""What people do on the screen of worksheets."""

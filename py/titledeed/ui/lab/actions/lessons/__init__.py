"""The actions of the laboratory's screen of worksheets."""

"""The views of worksheets: the list, a student's sheet, the teacher's page, the editor, collected answers."""

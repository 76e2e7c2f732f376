"""The views of worksheets: the list, a pupil's sheet, the teacher's page, the editor, collected answers."""

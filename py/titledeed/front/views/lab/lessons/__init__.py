"""What worksheets show: the list, a pupil's sheet, the teacher's page, the editor, what was collected."""

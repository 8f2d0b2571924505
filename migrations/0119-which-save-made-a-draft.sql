-- A save that goes right behind another is taken only where that other made the revision. Null: not known.
alter table course_drafts add column save_id uuid;
alter table page_drafts add column save_id uuid;

-- A copy of a course shows the same files: they stay when the course goes for which they were uploaded.
alter table attachments alter column course_id drop not null;
alter table attachments drop constraint attachments_course_id_fkey;
alter table attachments add constraint attachments_course_id_fkey
  foreign key (course_id) references courses on delete set null not valid;

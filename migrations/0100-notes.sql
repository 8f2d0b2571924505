-- What learners write at a second of a film. Each row is one person's; its place is never rewritten
-- (docs/decisions/0120).
create table notes (
  learner_id uuid not null references users (id),
  -- Made by the device that wrote it.
  id uuid not null,
  course_id text not null references courses (id),
  video_id text not null references videos (id),
  film integer not null check (film > 0),
  at_second real not null check (at_second >= 0),
  text text not null check (char_length(text) between 1 and 10000),
  -- Names this text among all that the note ever had.
  revision uuid not null,
  -- The note that this one was written in the place of, on another device. Null: none.
  version_of uuid,
  written_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (learner_id, id)
);

-- The notes of a lesson as it plays, and how many a course has.
create index notes_of_lesson on notes (learner_id, course_id, video_id, at_second, id);
-- All of a person, newest first.
create index notes_by_time on notes (learner_id, written_at, id);

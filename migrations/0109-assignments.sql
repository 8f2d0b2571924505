-- Assignments of lessons, what learners hand in and what teachers answer (docs/decisions/0129).
create table assignments (
  -- A lesson has one at most.
  video_id text primary key references videos,
  course_id text not null references courses,
  settings jsonb not null,
  retired_at timestamptz
);
create index assignments_by_course on assignments (course_id, video_id);
-- Of one learner; each lies in the media store under its own id.
create table submission_files (
  -- That of the upload it was made from.
  id uuid primary key,
  learner_id uuid not null references users,
  filename text not null,
  size_in_bytes bigint not null,
  sha256 text not null,
  begun_at timestamptz not null default clock_timestamp()
);
create index submission_files_of_learner on submission_files (learner_id);
create index submission_files_by_time on submission_files (begun_at);
create table submissions (
  id uuid primary key,
  learner_id uuid not null references users,
  course_id text not null references courses,
  video_id text not null references assignments,
  text text not null default '',
  file_id uuid unique references submission_files,
  handed_in_at timestamptz not null default clock_timestamp(),
  -- The newest of its learner and assignment: only that one waits.
  is_latest boolean not null default true,
  -- How many it has, and what the last one says; null: it waits.
  answers integer not null default 0 check (answers >= 0),
  outcome text check (outcome in ('marked', 'again')),
  check ((answers = 0) = (outcome is null))
);
create unique index submissions_latest on submissions (learner_id, video_id) where is_latest;
create index submissions_of_learner on submissions (learner_id, video_id, handed_in_at desc, id desc);
create index submissions_waiting on submissions (handed_in_at, id) where is_latest and outcome is null;
create index submissions_by_time on submissions (handed_in_at desc, id desc);
create index submissions_by_course on submissions (course_id);
create index submissions_by_assignment on submissions (video_id);
create table submission_answers (
  id uuid primary key,
  submission_id uuid not null references submissions on delete cascade,
  -- From 1; a later one corrects.
  number integer not null check (number > 0),
  outcome text not null check (outcome in ('marked', 'again')),
  mark integer check (mark >= 0),
  -- As it was when it was given.
  highest_mark integer not null,
  words text not null default '',
  answered_at timestamptz not null default clock_timestamp(),
  unique (submission_id, number),
  check ((outcome = 'marked') = (mark is not null))
);

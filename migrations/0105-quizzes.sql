-- Quizzes of lessons, their questions in every version that was ever published, and tries of them
-- (docs/decisions/0124).
create table quizzes (
  -- A lesson has one at most.
  video_id text primary key references videos,
  course_id text not null references courses,
  settings jsonb not null,
  -- Of which film of the lesson its second tells.
  film integer not null,
  published_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);
create index quizzes_by_course on quizzes (course_id) where retired_at is null;
create table quiz_questions (
  video_id text not null references quizzes,
  id text not null,
  version integer not null check (version > 0),
  position integer not null,
  question jsonb not null,
  film integer not null,
  published_at timestamptz not null default clock_timestamp(),
  -- Set: asked in no new try.
  retired_at timestamptz,
  primary key (video_id, id, version)
);
create unique index quiz_questions_present on quiz_questions (video_id, id) where retired_at is null;
create table quiz_attempts (
  id uuid primary key,
  learner_id uuid not null references users,
  course_id text not null references courses,
  video_id text not null references quizzes,
  number integer not null check (number > 0),
  seed integer not null,
  -- In which versions, and what stood where.
  questions jsonb not null,
  -- As it was when the try began.
  pass_mark integer not null,
  started_at timestamptz not null default clock_timestamp(),
  submitted_at timestamptz,
  score real,
  is_passed boolean,
  unique (learner_id, video_id, number),
  check ((submitted_at is null) = (score is null)),
  check ((submitted_at is null) = (is_passed is null))
);
create unique index quiz_attempts_open on quiz_attempts (learner_id, video_id) where submitted_at is null;
create index quiz_attempts_by_quiz on quiz_attempts (video_id, submitted_at desc) where submitted_at is not null;
create index quiz_attempts_by_course on quiz_attempts (course_id);
create table quiz_answers (
  attempt_id uuid not null references quiz_attempts on delete cascade,
  question_id text not null,
  version integer not null,
  -- Null: handed in without one.
  answer jsonb,
  took_in_seconds integer check (took_in_seconds >= 0),
  answered_at timestamptz not null default clock_timestamp(),
  -- Null until the try is handed in.
  fraction real check (fraction between 0 and 1),
  primary key (attempt_id, question_id)
);

-- Questions about lessons, and what owners and teachers answer (docs/decisions/0123).
create table questions (
  id uuid primary key,
  course_id text not null references courses,
  video_id text not null references videos,
  -- A second of the film that the lesson had then (videos.film); null: asked of the lesson.
  film integer,
  at_second integer check (at_second >= 0),
  learner_id uuid not null references users,
  title text not null,
  -- Markdown.
  body text not null default '',
  -- Of the title, by which similar ones are found.
  trigrams tsvector not null default '',
  asked_at timestamptz not null default clock_timestamp(),
  -- How many answers can be seen.
  answers integer not null default 0 check (answers >= 0),
  solved_at timestamptz,
  -- Null: who has the course sees it.
  hidden_because text check (hidden_because in ('advertising', 'abuse', 'off_topic', 'personal_data', 'unlawful')),
  check ((film is null) = (at_second is null))
);
create index questions_of_lesson on questions (video_id, asked_at desc, id desc) where hidden_because is null;
create index questions_of_course on questions (course_id, asked_at desc, id desc) where hidden_because is null;
create index questions_of_learner on questions (learner_id, course_id, asked_at desc, id desc);
create index questions_by_time on questions (asked_at desc, id desc);
create index questions_hidden on questions (asked_at desc, id desc) where hidden_because is not null;
create index questions_waiting on questions (asked_at, id)
  where answers = 0 and solved_at is null and hidden_because is null;
create index questions_similar on questions using gin (trigrams);
create table answers (
  id uuid primary key,
  question_id uuid not null references questions,
  learner_id uuid not null references users,
  -- Markdown.
  body text not null,
  -- By somebody who taught here then.
  is_teachers boolean not null default false,
  written_at timestamptz not null default clock_timestamp(),
  hidden_because text check (hidden_because in ('advertising', 'abuse', 'off_topic', 'personal_data', 'unlawful'))
);
create index answers_of_question on answers (question_id, written_at, id);
create index answers_of_learner on answers (learner_id);
-- Until staff have looked.
create table discussion_reports (
  question_id uuid not null references questions,
  -- Null: of the question itself.
  answer_id uuid references answers,
  learner_id uuid not null references users,
  reported_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (question_id, answer_id, learner_id)
);
create index discussion_reports_of_answer on discussion_reports (answer_id) where answer_id is not null;
create index discussion_reports_of_learner on discussion_reports (learner_id);
-- Who may read and not write any more.
create table discussion_blocks (
  course_id text not null references courses,
  learner_id uuid not null references users,
  reason text not null check (reason in ('advertising', 'abuse', 'off_topic', 'personal_data', 'unlawful')),
  blocked_at timestamptz not null default clock_timestamp(),
  primary key (course_id, learner_id)
);
create index discussion_blocks_of_learner on discussion_blocks (learner_id);
create index discussion_blocks_by_time on discussion_blocks (blocked_at desc);
-- How often somebody is told by mail; left out: learners at once, staff daily.
create table discussion_mails (
  learner_id uuid primary key references users,
  frequency text not null check (frequency in ('at_once', 'daily', 'never')),
  said_at timestamptz not null default clock_timestamp()
);
-- What waits for the mail of a day.
create table discussion_notices (
  learner_id uuid not null references users,
  question_id uuid not null references questions,
  -- Null: of the question itself.
  answer_id uuid references answers,
  due_at timestamptz not null,
  unique nulls not distinct (learner_id, question_id, answer_id)
);
create index discussion_notices_due on discussion_notices (due_at);
create index discussion_notices_of_question on discussion_notices (question_id);
create index discussion_notices_of_answer on discussion_notices (answer_id) where answer_id is not null;

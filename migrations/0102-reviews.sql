-- Reviews by who has played a good part of a course (docs/decisions/0122).
create table reviews (
  id uuid primary key,
  course_id text not null references courses,
  learner_id uuid not null references users,
  stars smallint not null check (stars between 1 and 5),
  words text not null default '',
  written_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  -- The academy's one answer.
  answer text,
  answered_at timestamptz,
  -- Null: everybody sees it.
  hidden_because text check (hidden_because in ('advertising', 'abuse', 'off_topic', 'personal_data', 'unlawful')),
  unique (learner_id, course_id),
  check ((answer is null) = (answered_at is null))
);
-- The page of a course, and by the stars its average.
create index reviews_shown on reviews (course_id, written_at desc, id desc) include (stars)
  where hidden_because is null;
create index reviews_hidden on reviews (course_id, hidden_because) where hidden_because is not null;
-- Of the office.
create index reviews_by_time on reviews (written_at desc, id desc);
create index reviews_unanswered on reviews (written_at desc, id desc)
  where answer is null and hidden_because is null;
create table review_reports (
  review_id uuid not null references reviews on delete cascade,
  learner_id uuid not null references users,
  reported_at timestamptz not null default clock_timestamp(),
  primary key (review_id, learner_id)
);
create index review_reports_by_learner on review_reports (learner_id);
-- Who has been asked for a review of a course, and does not want to be asked again at that point.
create table review_requests (
  learner_id uuid not null references users,
  course_id text not null references courses on delete cascade,
  stage text not null check (stage in ('begun', 'completed')),
  dismissed_at timestamptz not null default clock_timestamp(),
  primary key (learner_id, course_id, stage)
);
create index review_requests_by_course on review_requests (course_id);

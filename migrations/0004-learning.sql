create table video_progress (
  learner_id uuid not null references users on delete cascade,
  course_id text not null references courses on delete cascade,
  video_id text not null references videos on delete cascade,
  position_in_seconds real not null check (position_in_seconds >= 0),
  duration_in_seconds real not null check (duration_in_seconds > 0),
  -- Merged intervals [[from, to], ...] in seconds, ascending, not touching.
  played jsonb not null,
  -- Seconds really played, each second of video counted once.
  played_in_seconds real not null check (played_in_seconds >= 0),
  fraction real not null check (fraction between 0 and 1),
  completed_at timestamptz,
  reported_at timestamptz not null,
  -- Played seconds that the clock allows but no report has used yet.
  allowance_in_seconds real not null default 0,
  primary key (learner_id, course_id, video_id)
);
create index video_progress_video on video_progress (video_id);
create index video_progress_course on video_progress (course_id);

create table course_progress (
  learner_id uuid not null references users on delete cascade,
  course_id text not null references courses on delete cascade,
  percent real not null check (percent between 0 and 100),
  completed_at timestamptz,
  primary key (learner_id, course_id)
);
create index course_progress_course on course_progress (course_id);

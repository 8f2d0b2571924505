-- When lessons open (docs/decisions/0126). Null: at once.
alter table videos add column opens jsonb;
-- What held before the present rule and until when, so that what was open for somebody stays open.
alter table videos add column earlier_openings jsonb not null default '[]';

-- Whoever had the course had those that left it.
update videos
   set earlier_openings = jsonb_build_array(jsonb_build_object('opening', null, 'until', retired_at))
 where retired_at is not null;

-- Staff let one learner into a lesson sooner than its rule does.
create table early_openings (
  learner_id uuid not null references users (id),
  course_id text not null references courses (id),
  video_id text not null references videos (id),
  opens_at timestamptz not null,
  primary key (learner_id, course_id, video_id)
);
create index early_openings_course on early_openings (course_id);
create index early_openings_video on early_openings (video_id);

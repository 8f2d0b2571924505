-- Which quizzes a course asks for before it is completed, and who has passed one (docs/decisions/0125).
create table counted_quizzes (
  course_id text not null references courses,
  video_id text not null references videos,
  primary key (course_id, video_id)
);
create index counted_quizzes_by_video on counted_quizzes (video_id);
create table passed_quizzes (
  learner_id uuid not null references users,
  course_id text not null references courses,
  video_id text not null references videos,
  passed_at timestamptz not null default clock_timestamp(),
  primary key (learner_id, course_id, video_id)
);

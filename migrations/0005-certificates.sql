create table certificates (
  id text primary key,
  learner_id uuid not null references users,
  course_id text not null references courses,
  -- As printed; later changes of the account or the course do not touch it.
  printed_name text not null,
  course_title text not null,
  -- Printed as the day in India.
  completed_at timestamptz not null,
  issued_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  unique (learner_id, course_id)
);
create index certificates_course on certificates (course_id);

-- Pictures that administrators uploaded; the files themselves lie in the media store under the id.
create table uploaded_pictures (
  -- The average colour, then what tells it from all others: 8a5a3b-1f0c9e4d2b7a60c3.
  id text primary key check (id ~ '^[0-9a-f]{6}-[0-9a-f]{16}$'),
  uploaded_at timestamptz not null default clock_timestamp(),
  uploaded_by uuid references users on delete set null
);
create index uploaded_pictures_age on uploaded_pictures (uploaded_at);
create index uploaded_pictures_by on uploaded_pictures (uploaded_by);

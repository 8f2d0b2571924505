-- Pictures that administrators uploaded; the files themselves lie in the media store under the id.
create table pictures (
  -- The average colour, then what tells it from all others: 8a5a3b-1f0c9e4d2b7a60c3.
  id text primary key check (id ~ '^[0-9a-f]{6}-[0-9a-f]{16}$'),
  uploaded_at timestamptz not null default clock_timestamp(),
  uploaded_by uuid references users on delete set null
);
create index pictures_uploaded on pictures (uploaded_at);
create index pictures_by on pictures (uploaded_by);

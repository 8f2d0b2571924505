-- What a person takes of their data with them, and how they are forgotten (docs/decisions/0109, 0110).

-- One file each, made by a job. Its ZIP lies in the media store as export-ID.zip.
create table data_exports (
  id uuid primary key,
  learner_id uuid not null references users on delete cascade,
  requested_at timestamptz not null default clock_timestamp(),
  -- While it is being made: when the claim ends. Null: it is ready.
  due_at timestamptz default clock_timestamp(),
  attempts integer not null default 0,
  size_in_bytes bigint check (size_in_bytes > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- When the file goes. Null: it is not ready.
  expires_at timestamptz,
  constraint data_exports_ready check (num_nonnulls(size_in_bytes, sha256, expires_at) = case when due_at is null then 3 else 0 end)
);
create unique index data_exports_open on data_exports (learner_id) where due_at is not null;
create index data_exports_learner on data_exports (learner_id, requested_at desc);
create index data_exports_due on data_exports (due_at) where due_at is not null;
create index data_exports_expire on data_exports (expires_at) where expires_at is not null;

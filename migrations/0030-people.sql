-- The office's list of learners: newest first, by cursor (by name: users_name of 0007).
create index users_newest on users (created_at desc, id desc);

-- Blocked people cannot sign in, and no session of theirs holds. Money and access stay as they are.
alter table users
  add column blocked_at timestamptz,
  add column blocked_reason text,
  add check ((blocked_at is null) = (blocked_reason is null));
create trigger users_blocked_told after update on users
  for each row when (old.blocked_at is distinct from new.blocked_at)
  execute function notify_change('learner', 'id');

-- What a person is told of a session. With a viewer it is a look of support at the account: it reads
-- only, and ends with the viewer's role.
alter table sessions
  add column device text check (char_length(device) <= 300),
  add column last_used_at timestamptz not null default now(),
  add column viewer_id uuid references users on delete cascade;
create index sessions_viewer on sessions (viewer_id) where viewer_id is not null;

-- Looks of support at an account, as its owner is told of them (docs/decisions/0058).
create table support_views (
  id uuid primary key,
  learner_id uuid not null references users on delete cascade,
  viewer_id uuid not null,
  reason text not null,
  started_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index support_views_learner on support_views (learner_id, started_at desc);

-- An address that support entered, until somebody opens the link that was mailed there. One for each
-- account: the newest.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Whoever owns an account hears of each change of it and can say that it was not them
-- (docs/decisions/0108).
alter table users
  -- Set: its owner said so. Nobody logs in until a new password is chosen by a mailed link.
  add column locked_at timestamptz,
  -- When they added the Google account to it; null: signed up with it, or has none.
  add column google_added_at timestamptz;
create table account_alerts (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index account_alerts_user on account_alerts (user_id);
-- Network and name of a browser, hashed together: one that has only lost its cookie is no new device.
alter table known_devices add column seen_as bytea;

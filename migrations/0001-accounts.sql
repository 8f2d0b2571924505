create table users (
  id uuid primary key,
  email text not null unique check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  name text not null check (char_length(name) between 1 and 100),
  phone text check (char_length(phone) between 5 and 20),
  -- Null: signs in with Google only.
  password_hash text,
  google_subject text unique,
  is_admin boolean not null default false,
  created_at timestamptz not null default now()
);

-- A token is known only by its SHA-256.
create table sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

create table pending_sign_ups (
  email text primary key check (email = lower(btrim(email))),
  name text not null,
  password_hash text not null,
  -- Keyed hash of the six digits; null when the address already has an account and no code was mailed.
  code_hash bytea,
  attempts integer not null default 0 check (attempts >= 0),
  code_sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table password_resets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user_id on password_resets (user_id);

-- Counters of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Random keys that every server process of this academy shares.
create table secrets (
  name text primary key,
  value text not null
);

create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  -- What is rendered and attached when the mail is sent, e.g. 'receipt:<payment id>'.
  attachment text,
  -- What must be mailed once only carries its cause here, e.g. 'receipt:<payment id>'.
  cause text unique,
  queued_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_error text
);
create index mails_recipient on mails (recipient, queued_at desc);
create index mails_queued_at on mails (queued_at desc);
create index mails_unsent on mails (next_attempt_at) where sent_at is null and next_attempt_at is not null;

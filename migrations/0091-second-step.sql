-- Accounts that cannot be taken (docs/decisions/0107): a second step by an authenticator app with recovery
-- codes, passkeys, and what each session has shown of its person.
alter table users
  -- Set exactly while they are staff: their time to set up a second step runs from here.
  add column staff_since timestamptz,
  -- Follows authenticator_apps and passkeys.
  add column has_second_step boolean not null default false;
update users set staff_since = now() where role is not null;
alter table sessions
  -- When a passkey or a code was first shown in it; null: never.
  add column second_step_at timestamptz,
  -- When its person last showed that it is them; null: never since the log-in.
  add column stepped_up_at timestamptz;
create table authenticator_apps (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted under the key of the settings. Null: not yet confirmed by a code.
  sealed_secret text,
  -- What is being set up in its place.
  pending_secret text,
  -- The thirty seconds, counted from 1970, of the last code that counted.
  last_step bigint,
  confirmed_at timestamptz
);
create table recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);
create table passkeys (
  -- The credential's, in base64url.
  id text primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  public_key bytea not null,
  -- How often the authenticator says it was used; 0: it does not count.
  counter bigint not null,
  transports text[] not null,
  made_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
-- What a browser was asked and has not answered yet; only hashes of what it was given.
create table sign_in_challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second_step', 'passkey', 'new_passkey')),
  -- Null: whoever answers by a passkey.
  user_id uuid references users on delete cascade,
  -- The browser; null: the session is enough.
  device_hash bytea,
  -- Of the address, password and Google account that the first step was taken by.
  pair_hash bytea,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);

-- One row for each browser that signs up an address, so that a code opens only the sign-up that asked
-- for it. Takes the place of pending_sign_ups, which processes of the version before still write.
create table sign_up_attempts (
  id uuid primary key,
  email text not null check (email = lower(btrim(email))),
  -- SHA-256 of the browser's device cookie; null for sign-ups older than this table.
  device_hash bytea check (octet_length(device_hash) = 32),
  name text not null,
  password_hash text not null,
  -- Keyed hash of the six digits; null when the address has an account and no code was mailed.
  code_hash bytea,
  -- Wrong codes typed in the browser that asked, and anywhere else, since the code was mailed.
  tries integer not null default 0 check (tries >= 0),
  tries_elsewhere integer not null default 0 check (tries_elsewhere >= 0),
  expires_at timestamptz not null,
  unique (email, device_hash)
);
create index sign_up_attempts_expires_at on sign_up_attempts (expires_at);

insert into sign_up_attempts
  (id, email, name, password_hash, code_hash, tries_elsewhere, expires_at)
select gen_random_uuid(), email, name, password_hash, code_hash, attempts, expires_at
  from pending_sign_ups;

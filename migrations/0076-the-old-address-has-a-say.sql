-- A new address waits for the old one's yes, or its silence for a day, so that support alone cannot
-- take an account over (docs/decisions/0094). Null hash: asked by the version before, which told the old
-- address nothing; silence for a day counts there, too.
alter table email_changes
  add column confirmed_at timestamptz,
  add column agreed_at timestamptz,
  add column old_token_hash bytea unique check (octet_length(old_token_hash) = 32);

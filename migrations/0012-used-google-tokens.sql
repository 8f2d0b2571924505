-- An ID token, and the nonce in it, sign somebody in once. Kept until the token or nonce has run out.
create table used_google_tokens (
  -- SHA-256 of what Google signed, or of the nonce.
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
create index used_google_tokens_expires_at on used_google_tokens (expires_at);

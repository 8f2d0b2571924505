-- Browsers in which a person has proved who they are. Strangers' wrong passwords do not stop those.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the device cookie.
  device_hash bytea not null check (octet_length(device_hash) = 32),
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index known_devices_last_used_at on known_devices (last_used_at);

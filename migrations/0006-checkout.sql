-- One row per order at the provider.
create table payments (
  id uuid primary key,
  -- What the provider is told, and asked by when its answer was lost.
  receipt text not null unique check (char_length(receipt) <= 40),
  -- Null only until the provider has answered.
  order_id text unique,
  learner_id uuid not null references users,
  course_id text not null references courses,
  course_title text not null,
  amount_in_paise bigint not null check (amount_in_paise >= 100),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('pending', 'completed', 'failed', 'refunded')),
  -- The provider's payment that this order was settled with.
  razorpay_payment_id text unique,
  method text,
  failure text,
  created_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  refunded_at timestamptz,
  -- Null: nothing left to ask the provider.
  next_check_at timestamptz,
  checks integer not null default 0,
  check (status not in ('completed', 'refunded') or razorpay_payment_id is not null),
  check (status <> 'completed' or completed_at is not null),
  check ((status = 'refunded') = (refunded_at is not null))
);
create index payments_learner on payments (learner_id, created_at desc);
create index payments_course on payments (course_id);
create index payments_created_at on payments (created_at desc);
create index payments_due on payments (next_check_at) where next_check_at is not null;
create index payments_pending on payments (created_at) where status = 'pending';
-- An open order for the same learner, course and price is handed out again, never made twice.
create unique index payments_one_open_order on payments (learner_id, course_id, amount_in_paise)
  where status = 'pending';

-- All that was ever heard about an order, from whom, and what it changed. Append-only.
create table payment_events (
  id bigint generated always as identity primary key,
  payment_id uuid references payments,
  source text not null check (source in ('academy', 'browser', 'webhook', 'provider', 'administrator', 'learner')),
  kind text not null,
  -- The provider's event id: the same event is recorded once, however often it is sent.
  external_id text unique,
  order_id text,
  razorpay_payment_id text,
  -- What was said, without card or contact data.
  content jsonb not null default '{}',
  -- What it changed, in plain words.
  outcome text not null,
  happened_at timestamptz not null default clock_timestamp()
);
create index payment_events_payment on payment_events (payment_id, id);
create trigger payment_events_append_only before update or delete on payment_events
  for each row execute function refuse_change();

-- Written before the provider is asked, so that no refund is ever asked for twice.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  -- One full refund per provider payment.
  razorpay_payment_id text not null unique,
  amount_in_paise bigint not null check (amount_in_paise > 0),
  -- Sent with the call; a fresh one only after the provider said that a refund failed.
  idempotency_key text not null unique,
  cause text not null check (cause in ('duplicate', 'requested', 'administrator', 'mismatch', 'provider')),
  status text not null check (status in ('intended', 'pending', 'processed', 'failed')),
  razorpay_refund_id text unique,
  failure text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  processed_at timestamptz
);
create index refunds_payment on refunds (payment_id);
create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null;

-- Receipt numbers run without gaps inside a series (a financial year): the row is locked while one is taken.
create table receipt_series (
  series text primary key,
  last_number integer not null check (last_number >= 0)
);
create table receipts (
  payment_id uuid primary key references payments,
  series text not null references receipt_series,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  unique (series, number)
);

-- What an administrator should look at. One row per open trouble.
create table payment_alarms (
  id bigint generated always as identity primary key,
  subject text not null,
  payment_id uuid references payments,
  message text not null,
  raised_at timestamptz not null default clock_timestamp(),
  resolved_at timestamptz
);
create unique index payment_alarms_open on payment_alarms (subject) where resolved_at is null;

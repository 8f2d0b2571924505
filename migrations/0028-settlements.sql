-- What Razorpay paid out, line by line, and what of it does not fit the orders (docs/decisions/0051).

-- Each dispute as it was last heard of. Its whole story stands in order_events.
create table disputes (
  -- Razorpay's.
  id text primary key,
  order_id uuid not null references orders,
  razorpay_payment_id text not null,
  status text not null,
  -- What the bank took back from the academy, not what is disputed.
  deducted_in_paise bigint not null check (deducted_in_paise >= 0),
  respond_by timestamptz,
  heard_at timestamptz not null default clock_timestamp()
);
insert into disputes (id, order_id, razorpay_payment_id, status, deducted_in_paise, respond_by, heard_at)
select distinct on (content ->> 'disputeId')
       content ->> 'disputeId', order_id, content ->> 'razorpayPaymentId', content ->> 'status',
       coalesce((content ->> 'amountDeductedInPaise')::bigint, 0),
       (content ->> 'respondBy')::timestamptz,
       min(happened_at) over (partition by content ->> 'disputeId')
  from order_events
 where order_id is not null and content ? 'disputeId' and content ? 'razorpayPaymentId'
 order by content ->> 'disputeId', (content ->> 'status') in ('won', 'lost', 'closed') desc, id desc;
create index disputes_order on disputes (order_id);
create index disputes_open on disputes (heard_at, id) where status not in ('won', 'lost', 'closed');
create index disputes_over on disputes (heard_at, id) where status in ('won', 'lost', 'closed');

-- Lists of the few that are not done yet, among all there are.
create index refunds_waiting on refunds (created_at, id) where status in ('intended', 'pending');
create index refunds_failed on refunds (created_at, id) where status = 'failed';
create index refunds_processed_at on refunds (processed_at);

-- The days in India whose settlements are read; each again and again until nothing more can come.
create table settlement_days (
  day date primary key,
  -- When the last reading began that came to its end.
  read_at timestamptz,
  -- Null: the day is closed.
  next_read_at timestamptz default clock_timestamp(),
  -- When the payments and refunds of the day were looked for among the settlements.
  compared_at timestamptz
);
create index settlement_days_due on settlement_days (next_read_at) where next_read_at is not null;
create index settlement_days_uncompared on settlement_days (day) where compared_at is null;

-- One row for each transfer to the academy's bank; the sums are those of its lines.
create table settlements (
  -- Razorpay's.
  id text primary key,
  -- What the bank's statement names it by.
  utr text,
  settled_at timestamptz not null,
  lines integer not null default 0,
  credit_in_paise bigint not null default 0,
  debit_in_paise bigint not null default 0,
  fee_in_paise bigint not null default 0,
  -- Of the fee, and part of it.
  tax_in_paise bigint not null default 0
);
create index settlements_newest on settlements (settled_at, id);

-- Stored once, never changed but for when it was compared.
create table settlement_lines (
  settlement_id text not null references settlements,
  -- Razorpay's id of the payment, refund or adjustment.
  entity_id text not null,
  type text not null,
  credit_in_paise bigint not null check (credit_in_paise >= 0),
  debit_in_paise bigint not null check (debit_in_paise >= 0),
  amount_in_paise bigint not null check (amount_in_paise >= 0),
  fee_in_paise bigint not null check (fee_in_paise >= 0),
  tax_in_paise bigint not null check (tax_in_paise >= 0),
  currency text not null,
  -- Of a payment its own id.
  razorpay_payment_id text,
  razorpay_order_id text,
  dispute_id text,
  description text,
  created_at timestamptz not null,
  compared_at timestamptz,
  primary key (entity_id, settlement_id)
);
create index settlement_lines_settlement on settlement_lines (settlement_id);
create index settlement_lines_payment on settlement_lines (razorpay_payment_id, type);
create index settlement_lines_uncompared on settlement_lines (entity_id) where compared_at is null;

-- What does not fit; open until it is explained or has passed. The same is never found twice.
create table differences (
  id bigint generated always as identity primary key,
  kind text not null check (kind in
    ('unknown_order', 'not_settled', 'amount_differs', 'refund_not_settled', 'fee_unexpected')),
  -- Razorpay's id of what differs.
  entity_id text not null,
  -- Empty: in no settlement.
  settlement_id text not null default '',
  order_id uuid references orders,
  message text not null,
  expected_in_paise bigint,
  found_in_paise bigint,
  found_at timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  -- Null: it passed by itself.
  resolved_by uuid references users,
  note text check (char_length(note) between 1 and 1000),
  check ((resolved_at is null) = (note is null)),
  unique (entity_id, kind, settlement_id)
);
create index differences_open on differences (id) where resolved_at is null;
create index differences_resolved on differences (id) where resolved_at is not null;

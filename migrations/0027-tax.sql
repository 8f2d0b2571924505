-- Tax documents (docs/decisions/0049 and 0050).

-- What the academy is to the tax office, by date: the newest row holds, none is ever changed.
create table tax_settings (
  id bigint generated always as identity primary key,
  legal_name text not null check (char_length(legal_name) between 1 and 200),
  address text not null check (char_length(address) between 1 and 500),
  state_code text not null check (state_code ~ '^[0-9]{2}$'),
  -- Null: not registered, no tax is collected and no tax document issued.
  gstin text check (gstin ~ '^[0-9]{2}[A-Z0-9]{13}$' and left(gstin, 2) = state_code),
  sac text not null check (sac ~ '^99[0-9]{2,4}$'),
  set_by uuid not null references users,
  set_at timestamptz not null default clock_timestamp()
);
create trigger tax_settings_append_only before update or delete on tax_settings
  for each row execute function refuse_change();

-- Asked once before the first payment, and proposed ever after.
create table buyer_tax_details (
  learner_id uuid primary key references users on delete cascade,
  state_code text not null check (state_code ~ '^[0-9]{2}$'),
  gstin text check (gstin ~ '^[0-9]{2}[A-Z0-9]{13}$' and left(gstin, 2) = state_code),
  -- As registered. Null: the learner's name.
  business_name text check (char_length(business_name) between 1 and 200),
  address text check (char_length(address) between 1 and 500),
  changed_at timestamptz not null default clock_timestamp()
);

-- The buyer's place as it was said for an order.
create table order_tax (
  order_id uuid primary key references orders,
  buyer_state text not null check (buyer_state ~ '^[0-9]{2}$'),
  buyer_gstin text check (buyer_gstin ~ '^[0-9]{2}[A-Z0-9]{13}$' and left(buyer_gstin, 2) = buyer_state),
  buyer_business_name text,
  buyer_address text
);

-- Numbers run without gaps inside a series (a kind in a financial year): the row is locked while one is taken.
create table tax_series (
  series text primary key,
  last_number integer not null check (last_number >= 0)
);

-- All that is printed, as it was then. Kept eight years at least, whatever becomes of the person.
create table tax_documents (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  series text not null references tax_series,
  number integer not null check (number > 0),
  -- Rule 46(b) of the CGST Rules.
  document_number text not null unique check (document_number ~ '^[A-Z0-9/-]{1,16}$'),
  issued_at timestamptz not null,
  order_id uuid not null references orders,
  learner_id uuid not null references users,
  -- Of credit notes alone.
  refund_id uuid unique references refunds,
  invoice_id uuid references tax_documents,
  invoice_number text,
  invoice_issued_at timestamptz,
  razorpay_payment_id text not null,
  seller_legal_name text not null,
  seller_address text not null,
  seller_state text not null check (seller_state ~ '^[0-9]{2}$'),
  seller_gstin text not null,
  sac text not null,
  buyer_name text not null,
  buyer_email text not null,
  buyer_address text,
  buyer_gstin text,
  -- The place of supply.
  buyer_state text not null check (buyer_state ~ '^[0-9]{2}$'),
  -- [{title, amountInPaise, taxableInPaise}]
  lines jsonb not null,
  rate_in_percent integer not null,
  amount_in_paise bigint not null check (amount_in_paise > 0),
  taxable_in_paise bigint not null check (taxable_in_paise >= 0),
  cgst_in_paise bigint not null check (cgst_in_paise >= 0),
  sgst_in_paise bigint not null check (sgst_in_paise >= 0),
  igst_in_paise bigint not null check (igst_in_paise >= 0),
  unique (series, number),
  unique (order_id, kind),
  check (amount_in_paise = taxable_in_paise + cgst_in_paise + sgst_in_paise + igst_in_paise),
  check (cgst_in_paise = sgst_in_paise),
  check (case when buyer_state = seller_state then igst_in_paise = 0 else cgst_in_paise = 0 end),
  check (case kind
    when 'invoice' then num_nonnulls(refund_id, invoice_id, invoice_number, invoice_issued_at) = 0
    else num_nulls(refund_id, invoice_id, invoice_number, invoice_issued_at) = 0
  end)
);
create index tax_documents_by_time on tax_documents (issued_at, id);
create trigger tax_documents_append_only before update or delete on tax_documents
  for each row execute function refuse_change();

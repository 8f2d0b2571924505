-- Offers (docs/decisions/0047, 0048): coupons, launch prices, bundles, and orders of many courses.

create table coupons (
  code text primary key check (code ~ '^[A-Z0-9_-]{3,40}$'),
  -- The order of making, and the cursor of the list.
  number bigint generated always as identity unique,
  percent_off integer check (percent_off between 1 and 100),
  amount_off_in_paise bigint check (amount_off_in_paise > 0),
  -- Null: for every course and bundle.
  course_id text references courses,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_per_learner integer check (max_uses_per_learner > 0),
  first_purchase_only boolean not null default false,
  -- Kept beside the uses, under the lock of this row, so that the limit is a constraint.
  uses_reserved integer not null default 0 check (uses_reserved >= 0),
  uses_used integer not null default 0 check (uses_used >= 0),
  created_at timestamptz not null default clock_timestamp(),
  created_by uuid references users on delete set null,
  -- Set: no longer taken. Its history stays.
  ended_at timestamptz,
  check (num_nonnulls(percent_off, amount_off_in_paise) = 1),
  check (starts_at < ends_at),
  constraint coupons_never_used_too_often check (uses_reserved + uses_used <= max_uses)
);
create index coupons_course on coupons (course_id);
create index coupons_created_by on coupons (created_by);

-- What launch prices a course was given; the newest row of a course holds. Append-only, so that an end
-- that was moved is seen.
create table launch_prices (
  id bigint generated always as identity primary key,
  course_id text not null references courses,
  -- Null: taken away.
  price_in_paise bigint check (price_in_paise >= 100),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Why the end of one that had begun was moved to later.
  reason text,
  set_at timestamptz not null default clock_timestamp(),
  set_by uuid not null references users,
  check (price_in_paise is null or starts_at < ends_at)
);
create index launch_prices_course on launch_prices (course_id, id desc);
create index launch_prices_set_by on launch_prices (set_by);
create trigger launch_prices_append_only before update or delete on launch_prices
  for each row execute function refuse_change();

create table bundles (
  id uuid primary key,
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '',
  price_in_paise bigint not null check (price_in_paise >= 100),
  created_at timestamptz not null default clock_timestamp(),
  -- Set: no longer sold. Who bought it keeps its courses.
  ended_at timestamptz
);
create table bundle_courses (
  bundle_id uuid not null references bundles on delete cascade,
  position integer not null check (position >= 0),
  course_id text not null references courses,
  primary key (bundle_id, course_id),
  unique (bundle_id, position) deferrable initially deferred
);
create index bundle_courses_course on bundle_courses (course_id);

alter table orders
  -- What the offers took off the list price.
  add column discount_in_paise bigint not null default 0 check (discount_in_paise >= 0),
  add column coupon_code text references coupons,
  add column bundle_id uuid references bundles;
alter table orders
  add column list_price_in_paise bigint not null
    generated always as (amount_in_paise + discount_in_paise) stored,
  -- Razorpay takes one rupee or more; what costs nothing is granted without it.
  drop constraint orders_amount_in_paise_check,
  add constraint orders_amount_in_paise_check check (amount_in_paise = 0 or amount_in_paise >= 100),
  drop constraint orders_check,
  add constraint orders_check check
    (status not in ('completed', 'refunded') or razorpay_payment_id is not null or amount_in_paise = 0);
create index orders_coupon on orders (coupon_code) where coupon_code is not null;
create index orders_bundle on orders (bundle_id) where bundle_id is not null;
-- An open order on the same terms is handed out again, never made twice. What is in a bundle may
-- change, so its orders take turns by a lock.
drop index orders_one_open_order;
create unique index orders_one_open_order
  on orders (learner_id, course_id, amount_in_paise, discount_in_paise, coupon_code) nulls not distinct
  where status = 'pending' and bundle_id is null;

-- What each course of an order costs after all discounts; the sum is the order's amount.
create table order_items (
  order_id uuid not null references orders,
  position integer not null check (position >= 0),
  course_id text not null references courses,
  course_title text not null,
  amount_in_paise bigint not null check (amount_in_paise >= 0),
  primary key (order_id, position),
  unique (order_id, course_id)
);
create index order_items_course on order_items (course_id);
insert into order_items (order_id, position, course_id, course_title, amount_in_paise)
  select id, 0, course_id, course_title, amount_in_paise from orders;

-- Every order has items that sum up: one written without any, as the version before does while it
-- still runs, is an order of its one course.
create function check_order_items() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(amount_in_paise) into total from order_items where order_id = new.id;
  if total is null then
    insert into order_items (order_id, position, course_id, course_title, amount_in_paise)
      values (new.id, 0, new.course_id, new.course_title, new.amount_in_paise);
  elsif total <> new.amount_in_paise then
    raise exception 'the items of order % do not sum up to its amount', new.id;
  end if;
  return null;
end $$;
create constraint trigger orders_have_items after insert on orders
  deferrable initially deferred for each row execute function check_order_items();

-- One row for each order with a coupon.
create table coupon_uses (
  order_id uuid primary key references orders,
  coupon_code text not null references coupons,
  learner_id uuid not null references users,
  state text not null check (state in ('reserved', 'used', 'released')),
  changed_at timestamptz not null default clock_timestamp()
);
create index coupon_uses_of_learner on coupon_uses (learner_id, coupon_code);
create index coupon_uses_coupon on coupon_uses (coupon_code);
-- Who makes another order lets go of what the one before it held.
create unique index coupon_uses_one_reserved on coupon_uses (learner_id) where state = 'reserved';

-- One order may open several courses, each once.
alter table access_ledger
  drop constraint access_ledger_cause_kind_cause_id_change_key,
  add constraint access_ledger_once unique (cause_kind, cause_id, change, course_id);

alter table refunds drop constraint refunds_cause_check;
alter table refunds add constraint refunds_cause_check check
  (cause in ('duplicate', 'requested', 'administrator', 'mismatch', 'provider', 'dispute', 'coupon'));

-- What was promised with an order holds for it, whatever is promised later. Null: as the setting says.
alter table orders add column guarantee_in_days bigint;

-- Set: staff paid the money back outside Razorpay, which is asked for nothing any more.
alter table refunds add column paid_outside_at timestamptz;

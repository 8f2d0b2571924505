-- A row of payments was an order all along, and its order_id Razorpay's. Now order_id is ours wherever
-- it stands; Razorpay's are razorpay_order_id and razorpay_payment_id (docs/decisions/0029).
alter table payments rename to orders;
alter table payment_events rename to order_events;
alter table payment_alarms rename to alarms;

alter table orders rename column order_id to razorpay_order_id;
alter table order_events rename column order_id to razorpay_order_id;
alter table order_events rename column payment_id to order_id;
alter table refunds rename column payment_id to order_id;
alter table receipts rename column payment_id to order_id;
alter table alarms rename column payment_id to order_id;

alter trigger payment_events_append_only on order_events rename to order_events_append_only;
alter sequence payment_events_id_seq rename to order_events_id_seq;
alter sequence payment_alarms_id_seq rename to alarms_id_seq;

-- What PostgreSQL or an earlier file named after the old names; newer versions name more (not null).
do $$
declare
  old record;
  renamed text;
begin
  for old in
    select conrelid::regclass as of_table, conname as name, true as is_constraint from pg_constraint
     union all
    select indrelid::regclass, relname, false
      from pg_index join pg_class on pg_class.oid = indexrelid
     where not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
  loop
    continue when old.of_table not in ('orders'::regclass, 'order_events'::regclass,
      'alarms'::regclass, 'refunds'::regclass, 'receipts'::regclass);
    renamed := regexp_replace(old.name, '^payments_order_id', 'orders_razorpay_order_id');
    renamed := regexp_replace(renamed,
      '^(payment_events|payment_alarms|refunds|receipts)_payment(_|$)', '\1_order\2');
    renamed := regexp_replace(renamed, '^payments_', 'orders_');
    renamed := regexp_replace(renamed, '^payment_events_', 'order_events_');
    renamed := regexp_replace(renamed, '^payment_alarms_', 'alarms_');
    continue when renamed = old.name;
    if old.is_constraint then
      execute format('alter table %s rename constraint %I to %I', old.of_table, old.name, renamed);
    else
      execute format('alter index %I rename to %I', old.name, renamed);
    end if;
  end loop;
end $$;

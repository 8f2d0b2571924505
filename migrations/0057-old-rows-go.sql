-- What keeps the look for rows that may go small (docs/decisions/0083).

-- Mails that still say something, or may go altogether.
create index mails_whole on mails (queued_at) where cause is null or html <> '';
create index letters_finished on letters (finished_at) where finished_at is not null;
create index order_events_without_order on order_events (happened_at) where order_id is null;
create index earlier_plays_reported on earlier_plays (reported_at);

-- False: what was heard of an order that nobody paid was forgotten. The order itself stays: who pays it late
-- is served like everybody else.
alter table orders add column is_history_kept boolean not null default true;
create index orders_with_old_history on orders (created_at)
  where completed_at is null and is_history_kept;

-- What was heard of money stays for ever. What was heard of no order of ours, or of one that no money ever
-- came for, may go once it is older than anybody repeats it.
create function keep_heard_of_money() returns trigger language plpgsql as $$
begin
  if old.happened_at > now() - interval '400 days' or exists (
    select from orders o where o.id = old.order_id
      and (o.completed_at is not null or o.razorpay_payment_id is not null
        or exists (select from refunds r where r.order_id = o.id)
        or exists (select from disputes d where d.order_id = o.id)))
  then raise exception 'order_events is append-only';
  end if;
  return old;
end $$;
drop trigger order_events_append_only on order_events;
create trigger order_events_append_only before update on order_events
  for each row execute function refuse_change();
create trigger order_events_kept before delete on order_events
  for each row execute function keep_heard_of_money();

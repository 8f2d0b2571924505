-- Every order has items that sum up: one written without any is an order of its one course. At the commit,
-- when all are written. Such a trigger cannot be replaced.
create or replace function check_order_items() returns trigger language plpgsql as $$
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
drop trigger if exists orders_have_items on orders;
create constraint trigger orders_have_items after insert on orders
  deferrable initially deferred for each row execute function check_order_items();

-- What was heard of money stays for ever. What was heard of no order of ours, or of one that no money ever
-- came for, may go once it is older than anybody repeats it (docs/decisions/0083).
create or replace function keep_heard_of_money() returns trigger language plpgsql as $$
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
create or replace trigger order_events_kept before delete on order_events
  for each row execute function keep_heard_of_money();
create or replace trigger order_events_append_only before update on order_events
  for each row execute function refuse_change_but_erasing('outcome', 'content');

-- A document may be numbered after a midnight that came while it waited for its number. The return of the
-- tax goes by the document, so the money does, too (docs/decisions/0085).
create or replace function date_money_as_its_document() returns trigger language plpgsql as $$
begin
  if new.kind = 'invoice' then
    update orders set completed_at = new.issued_at
     where id = new.order_id and india_day(completed_at) <> india_day(new.issued_at);
  else
    update order_returns set returned_at = new.issued_at
     where id = (select max(id) from order_returns where order_id = new.order_id)
       and india_day(returned_at) <> india_day(new.issued_at);
  end if;
  return null;
end $$;
create or replace trigger tax_documents_date_money after insert on tax_documents
  for each row execute function date_money_as_its_document();

-- One truth for income (docs/decisions/0085): an order brings its price when it is paid, and loses what goes
-- back of it when that is heard, by a refund or by a dispute that was lost.

-- A document may be numbered after a midnight that came while it waited for its number. The return of the tax
-- goes by the document, so the money does, too.
create function date_money_as_its_document() returns trigger language plpgsql as $$
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
create trigger tax_documents_date_money after insert on tax_documents
  for each row execute function date_money_as_its_document();

update orders set completed_at = d.issued_at
  from tax_documents d
 where d.order_id = orders.id and d.kind = 'invoice' and india_day(d.issued_at) <> india_day(completed_at);
update order_returns set returned_at = d.issued_at
  from (select order_id, max(issued_at) as issued_at from tax_documents where kind = 'credit_note' group by 1) d
 where d.order_id = order_returns.order_id and india_day(d.issued_at) <> india_day(returned_at)
   and id = (select max(id) from order_returns last where last.order_id = d.order_id);

-- Each movement of the money of sold orders, with its day in India.
create view income as
select id as order_id, course_id, coupon_code, completed_at as happened_at, india_day(completed_at) as day,
       amount_in_paise as paid_in_paise, discount_in_paise,
       0::bigint as refunded_in_paise, 0::bigint as lost_in_paise
  from orders where completed_at is not null
 union all
select o.id, o.course_id, o.coupon_code, r.returned_at, india_day(r.returned_at),
       0, 0, r.refunded_in_paise, r.lost_in_paise
  from order_returns r join orders o on o.id = r.order_id;

-- Insight counts what went back by the same rows, and no longer by the refunds that the academy makes. A recount
-- of a day by a server of the version before fails while both run; it would count refunds as before.
lock table refunds, order_returns in share row exclusive mode;
select pg_advisory_xact_lock(hashtextextended('insight', 0)); -- nobody adds up meanwhile
drop trigger refunds_counted on refunds;
drop trigger refunds_change_counted on refunds;
drop function note_refund;
drop function refund_figures;

create function return_figures(r order_returns)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(r.returned_at), india_minute(r.returned_at), orders.course_id, known.figure, known.amount
    from orders,
         (values ('refunds', 1::bigint),
                 ('refunded_in_paise', r.refunded_in_paise + r.lost_in_paise)) known (figure, amount)
   where orders.id = r.order_id
$$;
create function note_return() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, -f.amount from return_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, f.amount from return_figures(new) f;
  end if;
  return null;
end $$;
create trigger order_returns_counted after insert or update or delete on order_returns
  for each row execute function note_return();

-- What was counted by refunds goes, what there is of returns comes.
delete from insight_changes where figure in ('refunds', 'refunded_in_paise');
delete from insight_days where figure in ('refunds', 'refunded_in_paise');
delete from insight_minutes where figure in ('refunds', 'refunded_in_paise');
delete from insight_totals where figure in ('refunds', 'refunded_in_paise');
insert into insight_changes (day, course_id, figure, amount)
select f.day, f.course_id, f.figure, sum(f.amount)
  from order_returns, return_figures(order_returns) f
 group by 1, 2, 3;
insert into insight_minutes (day, minute, figure, amount)
select f.day, f.minute, f.figure, sum(f.amount)
  from order_returns, return_figures(order_returns) f
 where returned_at > now() - interval '42 days' and f.day >= india_day(now()) - 40
 group by 1, 2, 3;

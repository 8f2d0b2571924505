-- What of the price of an order that was sold went back, and when (docs/decisions/0084): by refunds, or by
-- disputes that were lost. What is kept is the amount less these, and decides whether its courses stay open.
create table order_returns (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  refunded_in_paise bigint not null default 0 check (refunded_in_paise >= 0),
  lost_in_paise bigint not null default 0 check (lost_in_paise >= 0),
  returned_at timestamptz not null default clock_timestamp(),
  check (refunded_in_paise + lost_in_paise > 0)
);
create index on order_returns (order_id);
create index on order_returns (returned_at);

-- What there is already: parts by their credit notes, then disputes lost in part, then what went back whole.
insert into order_returns (order_id, refunded_in_paise, returned_at)
select o.id, d.amount_in_paise, d.issued_at
  from tax_documents d join orders o on o.id = d.order_id
 where d.kind = 'credit_note' and d.refund_id is null and o.completed_at is not null;

insert into order_returns (order_id, lost_in_paise, returned_at)
select o.id, least(sum(d.deducted_in_paise), o.amount_in_paise - coalesce(gone.paise, 0)), max(d.heard_at)
  from orders o
  join disputes d on d.order_id = o.id and d.razorpay_payment_id = o.razorpay_payment_id and d.status = 'lost'
  left join lateral (select sum(refunded_in_paise) as paise from order_returns where order_id = o.id) gone on true
 where o.completed_at is not null and o.status = 'completed' and d.deducted_in_paise > 0
   and o.amount_in_paise > coalesce(gone.paise, 0)
 group by o.id, gone.paise;

insert into order_returns (order_id, refunded_in_paise, lost_in_paise, returned_at)
select o.id,
       case when r.cause = 'dispute' then 0 else o.amount_in_paise - coalesce(gone.paise, 0) end,
       case when r.cause = 'dispute' then o.amount_in_paise - coalesce(gone.paise, 0) else 0 end,
       coalesce(o.refunded_at, r.created_at)
  from orders o
  join refunds r on r.order_id = o.id and r.razorpay_payment_id = o.razorpay_payment_id
  left join lateral (select sum(refunded_in_paise + lost_in_paise) as paise
                       from order_returns where order_id = o.id) gone on true
 where o.completed_at is not null and o.status = 'refunded' and o.amount_in_paise > coalesce(gone.paise, 0);

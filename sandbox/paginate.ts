import { z } from 'zod'

const querySchema = z.object({
  count: z.coerce.number().int().min(1).max(100).catch(10),
  skip: z.coerce.number().int().min(0).catch(0),
})

/** One page of a list: 10 unless `count` says otherwise, after `skip`. */
export function paginate<Entity>(entities: Entity[], query: unknown): Entity[] {
  const { count, skip } = querySchema.parse(query)
  return entities.slice(skip, skip + count)
}

/** Razorpay's way of sending a list; `count` is what is in it, not what there is. */
export function toCollection<Entity>(items: Entity[]) {
  return { entity: 'collection', count: items.length, items }
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'

/** Writes a note about an order down. It may name a person, so it stands here and not in the history. */
export async function addNote(note: { orderId: string; text: string; by: string }, tx: Tx): Promise<string> {
  const id = newId('not')
  await tx.orderNote.create({ data: { id, ...note }, select: { id: true } })

  return id
}

/** Gives an order a tag. `false` when it has it. */
export async function addTag(tag: { orderId: string; tag: string; by: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.orderTag.createMany({ data: [tag], skipDuplicates: true })

  return count === 1
}

/** Takes a tag off an order. `false` when it has not got it. */
export async function removeTag({ orderId, tag }: { orderId: string; tag: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.orderTag.deleteMany({ where: { orderId, tag } })

  return count === 1
}

/** Says who looks after an order; `null` for nobody. */
export async function assignOrder(
  { orderId, staffId, by }: { orderId: string; staffId: string | null; by: string },
  tx: Tx,
): Promise<void> {
  if (staffId === null) {
    await tx.orderAssignee.deleteMany({ where: { orderId } })

    return
  }
  await tx.orderAssignee.upsert({
    where: { orderId },
    create: { orderId, staffId, by },
    update: { staffId, by, at: new Date() },
    select: { orderId: true },
  })
}

/** Notes, tags and the person who looks after an order, with the names of those who wrote them. */
export async function readLabels(orderId: string) {
  const [notes, tags, assignee] = await Promise.all([
    db().orderNote.findMany({ where: { orderId }, orderBy: { at: 'desc' }, take: 200 }),
    db().orderTag.findMany({ where: { orderId }, orderBy: { tag: 'asc' }, select: { tag: true } }),
    db().orderAssignee.findUnique({ where: { orderId }, select: { staffId: true } }),
  ])

  return { notes, tags: tags.map(({ tag }) => tag), assigneeId: assignee?.staffId ?? null }
}

/** Members of staff to whom an order can be given. */
export async function listAssignable(): Promise<{ id: string; name: string }[]> {
  return db().staff.findMany({
    where: { disabledAt: null, role: { in: ['support', 'finance', 'manager', 'owner'] } },
    orderBy: { name: 'asc' },
    select: { id: true, name: true },
  })
}

/** Tells whether there is such an order. */
export async function isOrder(orderId: string, client: Tx = db()): Promise<boolean> {
  return (await client.order.count({ where: { id: orderId } })) === 1
}

/**
 * Which of these addresses have an order for a plan that staff made since then, and that did not come to nothing. Those of
 * one scope do not count.
 */
export async function findMadeLately(input: {
  emails: string[]
  planId: string
  since: Date
  except: string | null
}): Promise<string[]> {
  const { emails, planId, since, except } = input
  const found = await db().order.findMany({
    where: {
      createdAt: { gte: since },
      scope: { startsWith: 'desk:', ...(except === null ? {} : { not: except }) },
      person: { email: { in: emails } },
      items: {
        some: {
          kind: 'PURCHASE',
          quote: { planId },
          state: { notIn: ['EXPIRED', 'CANCELLED', 'REFUND_DUE', 'REFUNDING', 'REFUNDED'] },
        },
      },
    },
    select: { person: { select: { email: true } } },
  })

  return found.map(({ person }) => person.email)
}

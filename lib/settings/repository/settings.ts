import 'server-only'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { type SettingKey, type SettingValue, toSetting } from '#lib/settings/rules/settings.ts'
import { TOOL_KEYS, toTools } from '#lib/settings/rules/tools.ts'

const LOCK = 7_316_021

/** Reads a setting that the operator stored, `null` when it was never set. The caller checks its type. */
export async function findSetting(key: string, client: Tx = db()): Promise<unknown> {
  const row = await client.setting.findUnique({ where: { key }, select: { value: true } })

  return row?.value ?? null
}

/** The settings asked for, each as its schema reads it; `null` where none is stored. */
type Settings<Key extends SettingKey> = { [One in Key]: SettingValue<One> | null }

/** Reads several settings with one question. */
export async function readSettings<Key extends SettingKey>(
  keys: readonly Key[],
  client: Tx = db(),
): Promise<Settings<Key>> {
  const rows = await client.setting.findMany({ where: { key: { in: [...keys] } }, select: { key: true, value: true } })
  const stored = new Map(rows.map(({ key, value }) => [key, value]))

  return Object.fromEntries(keys.map((key) => [key, toSetting(key, stored.get(key))])) as Settings<Key>
}

/** Keeps every other change of settings waiting until this transaction ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`
}

/** A value for a setting and who says so; `null` puts the default back. */
type NewSetting = { key: string; value: Prisma.InputJsonValue | null; setBy: string }

/** Stores a setting. */
export async function storeSetting({ key, value, setBy }: NewSetting, tx: Tx): Promise<void> {
  if (value === null) {
    await tx.setting.deleteMany({ where: { key } })
    return
  }
  const data = { value, updatedBy: setBy, updatedAt: new Date() }
  await tx.setting.upsert({ where: { key }, create: { key, ...data }, update: data, select: { key: true } })
}

/** What changes a part of the settings: its keys, and other acts. */
export type SettingTrail = { keys: readonly string[]; actions: readonly string[] }

/** The condition for changes of a part of the settings in the audit log. */
export function isChangeOf({ keys, actions }: SettingTrail): Prisma.AuditEventWhereInput {
  return {
    OR: [
      { act: 'setting.changed', subject: { in: [...keys] } },
      ...(actions.length > 0 ? [{ act: { in: [...actions] } }] : []),
    ],
  }
}

/** The youngest changes of a part of the settings. */
export async function listSettingChanges(trail: SettingTrail, limit: number) {
  return db().auditEvent.findMany({
    where: isChangeOf(trail),
    orderBy: { id: 'desc' },
    take: limit,
    select: { id: true, at: true, actor: true, act: true, subject: true, before: true, after: true },
  })
}

const KEYS = [
  'shop.name',
  'shop.seller',
  'shop.support_email',
  'shop.languages',
  'shop.accent',
  'shop.logo',
  'shop.icon',
  'till.notice',
  ...TOOL_KEYS,
  'tools.visits',
  'mails.abandoned',
] as const

/** Reads what the owner says about the shop, with what the environment says where nothing was set. */
export async function readShopSettings(client: Tx = db()) {
  const stored = await readSettings(KEYS, client)
  const notice = stored['till.notice']

  return {
    name: stored['shop.name'] ?? env.STORE_NAME,
    seller: stored['shop.seller'] ?? env.SELLER_ADDRESS ?? null,
    supportEmail: stored['shop.support_email'] ?? env.SUPPORT_EMAIL ?? null,
    // Those that are switched on, null where nobody chose.
    languages: stored['shop.languages'],
    accent: stored['shop.accent'],
    logo: stored['shop.logo'],
    icon: stored['shop.icon'],
    // What is said while the owner keeps the checkout closed, by language; null while it is open.
    closedTexts: notice?.isClosed ? notice.words : null,
    tools: toTools(stored),
    countsVisits: stored['tools.visits'] === true,
    remindsAbandoned: stored['mails.abandoned'] === true,
  }
}

export type ShopSettings = Awaited<ReturnType<typeof readShopSettings>>

/** What has happened in a shop at least once. Each question ends at the first row it finds. */
export async function readSetupDetails() {
  const [row] = await db().$queryRaw<
    { hasCatalog: boolean; hasOwnPrices: boolean; hasSentMail: boolean; hasDelivered: boolean }[]
  >`
    SELECT EXISTS (SELECT 1 FROM "Plan" WHERE "vanishedAt" IS NULL) AS "hasCatalog",
      EXISTS (SELECT 1 FROM "AuditEvent" WHERE "act" = 'pricing.applied') AS "hasOwnPrices",
      EXISTS (SELECT 1 FROM "Outbox" WHERE "state" = 'SENT' AND "kind" <> 'push') AS "hasSentMail",
      EXISTS (SELECT 1 FROM "Line" WHERE "state" = 'DELIVERED') AS "hasDelivered"`
  if (!row) throw new Error('The database does not answer.')

  return row
}

/** How long the longest waiting paid line of this mode has waited for its eSIM, in milliseconds; `null` for none. */
export async function findLongestWaitMs(mode: string): Promise<number | null> {
  const [row] = await db().$queryRaw<{ waitMs: number | null }[]>`
    SELECT (extract(epoch FROM clock_timestamp() - min(l."readyAt")) * 1000)::float8 AS "waitMs"
    FROM "Line" l
    JOIN "Order" o ON o."id" = l."orderId" AND o."mode" = ${mode}
    WHERE l."state" IN ('READY', 'PLACING', 'UNKNOWN', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE')`

  return row?.waitMs ?? null
}

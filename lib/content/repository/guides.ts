import 'server-only'
import type { GuideWords } from '#lib/content/rules/guide-text.ts'
import type { GuidePlace } from '#lib/content/rules/public-route.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { toPictureType } from '#lib/settings/repository/shop-pictures.ts'
import type { ShopPicture } from '#lib/settings/rules/brand.ts'

/** A guide in one language. */
export type GuideKey = { guideId: string; locale: string }

/** What is known of a guide in one language besides its words. */
export type GuideStatus = Prisma.GuideTextGetPayload<object>

const byKey = ({ guideId, locale }: GuideKey) => ({ guideId_locale: { guideId, locale } })

/** Reads a guide in one language, `null` where it says nothing. */
export async function findStatus(key: GuideKey, client: Tx = db()): Promise<GuideStatus | null> {
  return client.guideText.findUnique({ where: byKey(key) })
}

/** Where a guide stands, in whatever language; `null` when there is no such guide. */
export async function findPlace(id: string, client: Tx = db()): Promise<GuidePlace | null> {
  return (await client.guideText.findFirst({ where: { guideId: id }, select: { place: true } }))?.place ?? null
}

/** Reads one version of what a guide says. */
export async function findVersion(key: GuideKey, number: number, client: Tx = db()) {
  const { guideId, locale } = key

  return client.guideVersion.findUnique({ where: { guideId_locale_number: { guideId, locale, number } } })
}

/** All versions of a guide in one language, the newest first. */
export async function listVersions({ guideId, locale }: GuideKey) {
  return db().guideVersion.findMany({
    where: { guideId, locale },
    orderBy: { number: 'desc' },
    select: { number: true, slug: true, title: true, restores: true, by: true, at: true },
  })
}

/** Makes a guide that says nothing yet. */
export async function addGuide(id: string, createdBy: string, tx: Tx): Promise<void> {
  await tx.guide.create({ data: { id, createdBy }, select: { id: true } })
}

type NewVersion = GuideKey & GuideWords & { place: GuidePlace; number: number; restores: number | null; by: string }

/** Keeps a further version of what a guide says. */
export async function addVersion({ place, ...version }: NewVersion, tx: Tx): Promise<void> {
  const { guideId, locale, number } = version
  await tx.guideText.upsert({
    where: byKey(version),
    create: { guideId, locale, place, version: number },
    update: { version: number },
    select: { version: true },
  })
  await tx.guideVersion.create({ data: version, select: { number: true } })
}

/** Notes that a guide is shown, waits, was stopped or is gone. */
export async function saveStatus(
  key: GuideKey,
  change: Partial<Omit<GuideStatus, 'guideId' | 'locale' | 'place' | 'version'>>,
  tx: Tx,
): Promise<void> {
  await tx.guideText.update({ where: byKey(key), data: change, select: { version: true } })
}

/** The guides whose time has come. */
export async function listDue(now: Date): Promise<GuideKey[]> {
  return db().guideText.findMany({
    where: { dueAt: { lte: now } },
    orderBy: { dueAt: 'asc' },
    select: { guideId: true, locale: true },
  })
}

/** Which guide is shown at an address, `null` where none is. */
export async function findShownAt(
  { locale, place, slug }: { locale: string; place: GuidePlace; slug: string },
  client: Tx = db(),
): Promise<GuideStatus | null> {
  return client.guideText.findFirst({ where: { locale, place, slug } })
}

/** Every guide in every language, with the words of its newest version. */
export async function listGuideHeads(): Promise<(GuideStatus & { title: string; savedAt: Date })[]> {
  const rows = await db().guideText.findMany({ orderBy: [{ guideId: 'asc' }, { locale: 'asc' }] })
  const newest = await db().guideVersion.findMany({
    distinct: ['guideId', 'locale'],
    orderBy: [{ guideId: 'asc' }, { locale: 'asc' }, { number: 'desc' }],
    select: { guideId: true, locale: true, title: true, at: true },
  })
  const words = new Map(newest.map((row) => [`${row.guideId} ${row.locale}`, row]))

  return rows.map((row) => {
    const { title = '', at = new Date(0) } = words.get(`${row.guideId} ${row.locale}`) ?? {}

    return { ...row, title, savedAt: at }
  })
}

/** A guide that is shown, as lists name it. */
export type ShownGuide = GuideKey & Omit<GuideWords, 'body'> & { publishedAt: Date; changedAt: Date }

const HEAD = { guideId: true, title: true, description: true } as const

/** The texts of a place that a language shows, those that were published last first. */
export async function listShown(locale: string, place: GuidePlace): Promise<ShownGuide[]> {
  const rows = await listShownRows(locale, place)

  return withWords(rows, await db().guideVersion.findMany({ where: shownVersions(rows), select: HEAD }))
}

/** As `listShown`, with the texts themselves; where words are given, those alone that have one of them. */
export async function listShownTexts(
  locale: string,
  place: GuidePlace,
  words?: readonly string[],
): Promise<(ShownGuide & { body: string })[]> {
  const rows = await listShownRows(locale, place)
  const named = words && { AND: [{ OR: words.map((word) => ({ body: { contains: word } })) }] }
  const where = { ...shownVersions(rows), ...named }

  return withWords(rows, await db().guideVersion.findMany({ where, select: { ...HEAD, body: true } }))
}

async function listShownRows(locale: string, place: GuidePlace): Promise<GuideStatus[]> {
  return db().guideText.findMany({
    where: { locale, place, slug: { not: null } },
    orderBy: [{ publishedAt: 'desc' }, { guideId: 'asc' }],
  })
}

function shownVersions(rows: readonly GuideStatus[]) {
  return { OR: rows.map(({ guideId, locale, shownVersion }) => ({ guideId, locale, number: shownVersion ?? 0 })) }
}

function withWords<Words extends { guideId: string }>(rows: readonly GuideStatus[], words: readonly Words[]) {
  const said = new Map(words.map((one) => [one.guideId, one]))

  return rows.flatMap(({ guideId, locale, slug, publishedAt, changedAt }) => {
    const version = said.get(guideId)

    return version && slug && publishedAt && changedAt ? [{ ...version, locale, slug, publishedAt, changedAt }] : []
  })
}

/** The languages in which a guide is shown, or any text of a place, with its address there. */
export async function listShownAddresses(
  of: { guideId: string } | { place: GuidePlace },
): Promise<{ locale: string; slug: string }[]> {
  const rows = await db().guideText.findMany({
    where: { slug: { not: null }, ...of },
    distinct: ['locale'],
    orderBy: { locale: 'asc' },
    select: { locale: true, slug: true },
  })

  return rows.flatMap(({ locale, slug }) => (slug === null ? [] : [{ locale, slug }]))
}

const DRAWN = { hash: true, width: true, height: true, type: true } as const

/** What pictures are and measure, by their hash. */
export async function listPictureSizes(hashes: readonly string[]): Promise<ShopPicture[]> {
  const rows = await db().shopPicture.findMany({ where: { hash: { in: [...hashes] } }, select: DRAWN })

  return rows.map(toShopPicture)
}

/** The pictures that were added for guides, the newest first. */
export async function listGuidePictures(limit: number): Promise<ShopPicture[]> {
  const rows = await db().shopPicture.findMany({
    where: { kind: 'guide' },
    orderBy: [{ createdAt: 'desc' }, { hash: 'asc' }],
    take: limit,
    select: DRAWN,
  })

  return rows.map(toShopPicture)
}

function toShopPicture({ type, ...picture }: Omit<ShopPicture, 'type'> & { type: string }): ShopPicture {
  return { ...picture, type: toPictureType(type) }
}

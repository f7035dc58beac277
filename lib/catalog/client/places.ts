import type { PlaceOnSale } from '#lib/settings/rules/shop.ts'

const known = new Map<string, Promise<PlaceOnSale | null>>()

/** Reads what a destination sells; `null` when there is none of that name. One answer serves the page for its life. */
export function readPlace(locale: string, slug: string): Promise<PlaceOnSale | null> {
  const path = `/api/catalogue/plans/${locale}/${slug}`
  const asked = known.get(path) ?? fetchPlace(path)
  known.set(path, asked)
  // What failed is asked again the next time.
  asked.catch(() => known.delete(path))

  return asked
}

async function fetchPlace(path: string): Promise<PlaceOnSale | null> {
  const response = await fetch(path)
  if (response.status === 404) return null
  if (!response.ok) throw new Error('The plans of a destination could not be read.')
  const body: { data: PlaceOnSale } = await response.json()

  return body.data
}

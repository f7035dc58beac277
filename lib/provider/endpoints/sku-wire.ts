import { z } from 'zod'
import type { GroupedSku, UpstreamSku } from '#lib/catalog/rules/plan.ts'
import { toSkuId } from '#lib/provider/rules/upstream-ids.ts'
import { integer, list, listPayload, map, objectPayload, requiredList, text } from '#lib/provider/wire.ts'

const skuWire = z.object({ skuid: integer, display: text, countryCode: text })

const groupedSkuWire = skuWire.extend({ imageUrl: text, note: text, search: text, continentCode: integer })

/** A list of products; `null` or an absent one reads as empty. */
export const skuListWire = listPayload(skuWire)

/** A list of products that must be a list: for the catalogue, "no answer" is not "nothing on sale". */
export const requiredSkuListWire = requiredList(skuWire)

/** Products by continent. The keys of the map count; the separate list of keys only repeats them. */
export const groupedSkuListWire = objectPayload({ data: map(list(groupedSkuWire)) })

/** Returns the products that have an id; without one nothing can be asked about a product. */
export function toSkus(wires: z.output<typeof skuListWire>): UpstreamSku[] {
  return wires.flatMap(toSku)
}

/** Returns the products of all continents, in the order in which they came. */
export function toGroupedSkus({ data }: z.output<typeof groupedSkuListWire>): GroupedSku[] {
  return data.flatMap(([continent, wires]) =>
    wires.flatMap((wire) =>
      toSku(wire).map((sku) => ({
        ...sku,
        continent,
        continentCode: wire.continentCode,
        imageUrl: wire.imageUrl,
        note: wire.note,
        searchText: wire.search,
      })),
    ),
  )
}

function toSku({ skuid, display, countryCode }: z.output<typeof skuWire>): UpstreamSku[] {
  const skuId = toSkuId(skuid)

  return skuId === null ? [] : [{ skuId, name: display, regionCode: countryCode }]
}

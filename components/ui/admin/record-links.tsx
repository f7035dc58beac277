import type { ReactNode } from 'react'
import { Link } from '#components/ui/admin/link.tsx'
import { DestinationCell } from '#components/ui/admin/relative-time.tsx'

type Id = string | null | undefined

/** The way to an order by its number; `none` stands where there is no order. */
export function OrderLink({ id, number, none }: { id?: Id; number?: Id; none?: ReactNode }) {
  if (!id) return none

  return (
    <Link className="a-id a-link" href={`/admin/orders/${id}`}>
      {number}
    </Link>
  )
}

/** The way to an eSIM by its own number; `none` stands where there is no eSIM. */
export function EsimLink({ id, iccid, none }: { id?: Id; iccid?: Id; none?: ReactNode }) {
  if (!id) return none

  return (
    <Link className="a-id a-link" href={`/admin/esims/${id}`}>
      {iccid}
    </Link>
  )
}

/** The way to a customer, by the address that a role may read; by the end of the id where no address is left. */
export function CustomerLink({ id, name }: { id: string; name: string | null }) {
  return (
    <Link className="a-link" href={`/admin/customers/${id}`}>
      <bdi>{name ?? `…${id.slice(-6)}`}</bdi>
    </Link>
  )
}

/** The way to a destination of the catalogue, behind its flag. */
export function DestinationLink({ id, iso2, name }: { id: number; iso2: string | null; name: string }) {
  return (
    <DestinationCell iso2={iso2} title={name}>
      <Link className="a-link" href={`/admin/catalogue/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    </DestinationCell>
  )
}

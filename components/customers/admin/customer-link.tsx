import { Link } from '#components/ui/admin/link.tsx'

/** The way to a customer, by the address that a role may read; by the end of the id where no address is left. */
export function CustomerLink({ id, name }: { id: string; name: string | null }) {
  return (
    <Link className="a-link" href={`/admin/customers/${id}`}>
      <bdi>{name ?? `…${id.slice(-6)}`}</bdi>
    </Link>
  )
}

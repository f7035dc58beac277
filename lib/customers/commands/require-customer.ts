import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Customer, findCustomer, findCustomerOrAccount } from '#lib/customers/repository/customers.ts'

/** Finds the customer behind a person's row. Throws `not_found`; `conflict` with `reason` `erased` where nobody is named. */
export async function requireCustomer(personId: string, tx?: Tx): Promise<Customer> {
  return named(await findCustomer(personId, tx))
}

/** The same for whoever has ordered or has an account: `id` is that of a person's row or of an account. */
export async function requireCustomerOrAccount(id: string, tx?: Tx): Promise<Customer> {
  return named(await findCustomerOrAccount(id, tx))
}

function named(customer: Customer | null): Customer {
  if (!customer) throw new AppError('not_found', 'There is no such customer.')
  if (customer.email === '') throw new AppError('conflict', 'This person was erased.', { reason: 'erased' })

  return customer
}

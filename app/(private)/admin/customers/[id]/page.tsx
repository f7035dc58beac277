import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { boughtAddress, CustomerEsims, CustomerOrders } from '#components/customers/admin/bought-panels.tsx'
import {
  AddressPanel,
  BlockPanel,
  CreditPanel,
  CustomerEmails,
  DataPanel,
  SignInPanel,
} from '#components/customers/admin/customer-panels.tsx'
import { Behind, Revenue } from '#components/customers/admin/customer-table.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { DescriptionList } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { customerActions, getCustomer } from '#lib/customers/queries/admin-customers.ts'
import { customerPageSchema } from '#lib/customers/rules/admin-customers.ts'
import { customerTitle } from '#lib/orders/queries/admin-titles.ts'
import { detailTitle, staffHere, staffOrSignIn } from '../../staff.ts'

type Props = PageProps<'/admin/customers/[id]'>

export const generateMetadata = async ({ params }: Props) =>
  detailTitle(await customerTitle(await staffHere(), (await params).id), 'customers')

export default async function CustomerPage({ params, searchParams }: Props) {
  const { id } = await params
  const { emails } = customerPageSchema.parse(await searchParams)
  const staff = await staffOrSignIn(filterAddress(`/admin/customers/${encodeURIComponent(id)}`, { emails }))
  await privateLocale()
  const customer = await getCustomer(staff, id, emails)
  if (!customer) notFound()
  const actions = customerActions(staff, customer)
  const t = await getTranslations('admin-customers')
  const tAdmin = await getTranslations('admin')
  const { orders, esims, revenue } = customer.summary

  return (
    <StaffMessages namespace="admin-customers">
      <nav className="a-meta" aria-label={t('way')}>
        <Link className="a-link" href="/admin/customers">
          {tAdmin('area.customers')}
        </Link>
      </nav>
      <div className="a-head">
        <h1>{customer.isErased ? t('erased') : <bdi>{customer.email}</bdi>}</h1>
        <p className="a-meta">
          {customer.name ? <bdi>{customer.name}</bdi> : null}{' '}
          {customer.isMasked && !customer.isErased ? t('masked') : null}
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 [&_.a-kv_dt]:first-letter:normal-case">
        <div className="grid min-w-0 content-start gap-4">
          <section className="a-panel" aria-label={tAdmin('money.total')}>
            <DescriptionList
              pairs={[
                { name: tAdmin('area.orders'), value: <Behind href={boughtAddress('orders', id)}>{orders}</Behind> },
                { name: tAdmin('area.cards'), value: <Behind href={boughtAddress('cards', id)}>{esims}</Behind> },
                {
                  name: t('revenue'),
                  value: (
                    <Behind href={boughtAddress('orders', id)}>
                      <Revenue revenue={revenue} />
                    </Behind>
                  ),
                },
              ]}
            />
          </section>
          <CustomerOrders orders={customer.orders} all={orders} href={boughtAddress('orders', id)} />
          <CustomerEsims esims={customer.esims} all={esims} href={boughtAddress('cards', id)} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <CreditPanel customer={customer} mayGive={actions.credit} />
          <BlockPanel customer={customer} actions={actions} />
          <AddressPanel customer={customer} actions={actions} />
          <SignInPanel customer={customer} actions={actions} />
          <DataPanel customer={customer} actions={actions} />
          <CustomerEmails id={id} {...customer.emails} />
        </div>
      </div>
    </StaffMessages>
  )
}

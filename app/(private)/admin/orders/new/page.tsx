import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { NewOrder } from '#components/checkout/admin/new-order.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getDestination, getShopIndex } from '#lib/catalog/queries/catalog.ts'
import { staffPayments } from '#lib/checkout/commands/staff-orders.ts'
import { staffWith } from '../../staff.ts'

const addressSchema = z.object({ destination: z.string().max(80).catch('') })

export const generateMetadata = () => ownTitle('admin.label', (t) => t('newOrder'))

/** An order for a customer, or the same order for several: chosen as in the shop, and made on the path of every sale. */
export default async function NewOrderPage({ searchParams }: PageProps<'/admin/orders/new'>) {
  const { destination: slug } = addressSchema.parse(await searchParams)
  const staff = await staffWith('orders.make', '/admin/orders/new')
  const locale = await privateLocale()
  const t = await getTranslations('admin-bulk.new')
  const tLabel = await getTranslations('admin.label')
  const [{ destinations }, destination] = await Promise.all([getShopIndex(locale), getDestination(locale, slug)])
  const names = destinations
    .map(({ slug: value, name }) => ({ slug: value, name }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))

  return (
    <>
      <div className="a-head">
        <h1>{tLabel('newOrder')}</h1>
        <p className="a-meta">{t('lead')}</p>
      </div>
      <NewOrder
        destinations={names}
        destination={destination && { slug: destination.slug, name: destination.name, plans: destination.plans }}
        payments={await staffPayments(staff)}
        languages={(await storeDetails()).languages}
        locale={locale}
      />
    </>
  )
}

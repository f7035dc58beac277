import { getTranslations } from 'next-intl/server'
import { NotFoundAuth } from '#app/(private)/not-found-auth.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { staffHere } from './staff.ts'

/** An address of the back office that leads nowhere, or nowhere for this role. Every page carries it, so it is short. */
export default async function AdminNotFound() {
  if (!(await staffHere())) return <NotFoundAuth />
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'errors.notFound' })
  const admin = await getTranslations({ locale, namespace: 'admin' })

  return (
    <section className="a-panel" aria-labelledby="not-found">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3.5 py-1.5">
        <h1 id="not-found">{t('title')}</h1>
      </div>
      <p className="a-emptyline">{t('staff')}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft">
        <Link className="a-link" href="/admin">
          {admin('area.today')}
        </Link>
      </p>
    </section>
  )
}

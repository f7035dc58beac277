import { Notice } from '#components/ui/notice.tsx'

type NeedsScriptsProps = { says: string; href: string; link: string }

/** What a page that works in the browser alone says where scripts are off, and where one gets on without them. */
export function NeedsScripts({ says, href, link }: NeedsScriptsProps) {
  return (
    <noscript>
      <Notice className="mb-5">
        {says}{' '}
        <a className="text-link" href={href}>
          {link}
        </a>
      </Notice>
    </noscript>
  )
}

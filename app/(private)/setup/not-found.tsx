import { NotFoundAuth } from '#app/(private)/not-found-auth.tsx'

export default NotFoundAuth

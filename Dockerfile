# One image for web and worker. It brings its own database server, used when DATABASE_URL is not set.
FROM node:24-bookworm-slim AS build
WORKDIR /store
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run pack -- --no-node --to /packed

FROM node:24-bookworm-slim
WORKDIR /store
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build --chown=node:node /packed ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# The supervisor applies migrations, starts the web process with the worker inside, and ends both in order.
CMD ["node", "scripts/store.mjs", "--no-build"]

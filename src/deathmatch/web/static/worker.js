// The service worker. It keeps the page that says that there is no connection, with its style, and nothing else: no table, no link and no
// answer of the API is ever stored here. It leaves every request alone but the visit of a page.

const KEPT = "deathmatch-offline-1";
const OFFLINE = "/offline";
const FILES = [OFFLINE, "/offline.css", "/icon-192.png"];
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))
      .then(() => worker.skipWaiting()),
  );
});

// The reader has chosen another language.
worker.addEventListener("message", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add(new Request(OFFLINE, { cache: "reload" }))));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname } = new URL(event.request.url);
  const kept = FILES.includes(pathname) ? pathname : OFFLINE;
  if (kept === OFFLINE && event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => caches.match(kept, { cacheName: KEPT })));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const link = event.notification.data;
  event.waitUntil(
    worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((/** @type {any[]} */ pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === link);
      return open ? open.focus() : worker.clients.openWindow(link);
    }),
  );
});

// Exchanges the key in the link for a cookie and the secret of the lecturer's pages.
const key = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
addEventListener("hashchange", () => location.reload()); // another link is pasted
post("key", { key }).then(({ go, secret }) => {
  localStorage.setItem(SECRET, secret);
  location.replace(go);
}).catch((error) => set("message", error.message));

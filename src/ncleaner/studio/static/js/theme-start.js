// Sets the chosen theme before the first paint, so that the page never flashes. A classic script: modules run too late.
{
  const theme = localStorage.getItem("ncleaner.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

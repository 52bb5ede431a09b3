from django.urls import path

from federation.views import style_guide

app_name = "federation"
urlpatterns = [
    path("style/", style_guide.style_guide, name="style_guide"),
]

"""Pages that end an experiment: stop it, or delete it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.single_task import TaskTexts, posted_data, task_page
from ratings.laboratory.domain.ending import delete_experiment, stop_experiment
from ratings.models import Experiment

DELETE = TaskTexts(
    title=gettext_lazy("Delete an experiment"),
    says=gettext_lazy(
        "The experiment and its result are deleted at once and cannot be brought back. A"
        " link to it no longer works. No rating changes."
    ),
    button=gettext_lazy("Delete"),
    done=gettext_lazy("The experiment is deleted."),
    danger=True,
)


@login_required
@require_POST
def stop(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.USE_LABORATORY)
    get_object_or_404(Experiment.objects.without_result(), pk=pk)
    if stop_experiment(pk):
        messages.success(request, _("The experiment is stopped."))
    else:
        messages.info(request, _("The experiment had already ended."))
    return redirect("ratings:experiment", pk=pk)


@login_required
@reads_and_writes
def delete(request: OfficeRequest, pk: int) -> HttpResponse:
    """Ask for confirmation, then delete; one that waits or runs must be stopped first."""
    allow(request.actor, Permission.USE_LABORATORY)
    experiments = Experiment.objects.without_result().select_related("asked_by")
    found = get_object_or_404(experiments, pk=pk)
    if found.is_unfinished:
        messages.info(request, _("Stop the experiment before you delete it."))
        return redirect("ratings:experiment", pk=pk)
    if request.method == "POST":
        delete_experiment(pk)
        messages.success(request, str(DELETE.done))
        return redirect("ratings:laboratory")
    about = ", ".join(str(each) for each in (found.name, found.asked_by) if each)
    back = reverse("ratings:experiment", args=[pk])
    return task_page(
        request, DELETE, Form(posted_data(request)), about=about, back=back
    )
